import { buttonLook } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'

/** The 404 page. It needs no script. */
export function NotFoundPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      <Logo />
      <p className="text-6xl font-semibold text-accent" aria-hidden="true">
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
