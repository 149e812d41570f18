import { buttonLook } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'

/** The 404 page. It needs no script. */
export function NotFoundPage() {
  return (
    <main className="stop-page">
      <Logo />
      <p className="text-5xl font-semibold text-accent" aria-hidden="true">
        404
      </p>
      <h1 className="text-xl font-semibold">Oops! Page not found</h1>
      <p className="text-muted">There’s no one home at this address.</p>
      <a href="/" className={buttonLook()}>
        Return to Home
      </a>
    </main>
  )
}
