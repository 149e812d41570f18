/** Where the choice is kept. */
export const BRIGHT_SCREEN_KEY = 'bright-screen'

/** Whether the agent wants light colours, whatever the phone is set to. */
function isScreenBright(): boolean {
  try {
    return localStorage.getItem(BRIGHT_SCREEN_KEY) !== null
  } catch {
    // A browser that blocks storage keeps the phone's setting.
    return false
  }
}

/** Shows the page in the colours that the agent has chosen. */
export const showBrightScreen = () => document.documentElement.classList.toggle('light', isScreenBright())
