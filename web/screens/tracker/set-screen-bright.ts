import { BRIGHT_SCREEN_KEY } from '../../ui/bright-screen.ts'

/** Keeps the choice for the next start and shows it. */
export function setScreenBright(isBright: boolean): void {
  document.documentElement.classList.toggle('light', isBright)
  try {
    if (isBright) localStorage.setItem(BRIGHT_SCREEN_KEY, '1')
    else localStorage.removeItem(BRIGHT_SCREEN_KEY)
  } catch {
    // It then lasts until the page is left.
  }
}
