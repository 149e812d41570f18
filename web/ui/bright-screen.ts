const KEY = 'bright-screen'

/** Whether the agent wants light colours, whatever the phone is set to. */
export function isScreenBright(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    // A browser that blocks storage keeps the phone's setting.
    return false
  }
}

/** Shows the page in the colours that the agent has chosen. */
export const showBrightScreen = () => document.documentElement.classList.toggle('light', isScreenBright())

/** Keeps the choice for the next start and shows it. */
export function setScreenBright(isBright: boolean): void {
  document.documentElement.classList.toggle('light', isBright)
  try {
    if (isBright) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // It then lasts until the page is left.
  }
}
