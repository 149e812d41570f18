import { Button } from './button.tsx'
import { Logo } from './logo.tsx'

/** A sale that the phone cannot keep must not be begun. */
export function NoStorage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      <Logo />
      <h1 className="text-xl font-semibold">This browser cannot keep a sale</h1>
      <p className="text-muted">
        Doorstep stores every sale on the phone first, and this browser does not allow it. Leave private
        browsing or free some space, then try again.
      </p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  )
}
