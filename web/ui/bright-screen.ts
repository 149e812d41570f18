/** The key under which the choice is kept. */
export const BRIGHT_SCREEN_KEY = 'bright-screen'

/** Returns whether the agent wants light colours, whatever the phone's setting. */
function isScreenBright(): boolean {
  try {
    return localStorage.getItem(BRIGHT_SCREEN_KEY) !== null
  } catch {
    // If a browser blocks storage, the phone's setting applies.
    return false
  }
}

/** Shows the page in the colours that the agent has chosen. */
export const showBrightScreen = () => document.documentElement.classList.toggle('light', isScreenBright())
