import { isDirty } from '#domain/sale/sale.ts'
import type { App } from '../app-context.ts'
import { followPhoneNews } from '../sync/follow-phone-news.ts'
import { installApp } from './install-app.ts'

/** Starts what the first screen does not need. Resolves once the app is stored on the phone; rejects if that fails. */
export function startLater(app: App): Promise<void> {
  followPhoneNews(app)
  return installApp({ isInProgress: () => isDirty(app.sale.get()), subscribe: app.sale.subscribe })
}
