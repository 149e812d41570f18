import { BRIGHT_SCREEN_KEY } from '../../ui/bright-screen.ts'

/** Switches the bright colours on or off, and stores the choice for the next start. */
export function setScreenBright(isBright: boolean): void {
  document.documentElement.classList.toggle('light', isBright)
  try {
    if (isBright) localStorage.setItem(BRIGHT_SCREEN_KEY, '1')
    else localStorage.removeItem(BRIGHT_SCREEN_KEY)
  } catch {
    // If the choice cannot be stored, it lasts until the page is closed.
  }
}
