import { Component, type ReactNode } from 'react'
import { ErrorState } from './states.tsx'

/**
 * Replaces a part of the app that failed to load or to render. `Retry` reloads the page; the sale is on the phone and
 * resumes where it was. If the server can be reached, reloads once by itself, because a browser may remember that a
 * script failed to load and never request it again on the same page.
 */
export class LoadBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  protected message = 'This part of Doorstep couldn’t be loaded. Your sale is saved on this phone.'

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // If the server cannot be reached, `Retry` stays.
    if (opened?.type !== 'reload')
      fetch('')
        .then(({ ok }) => ok && location.reload())
        .catch(() => {})
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="mx-auto w-full max-w-xl p-4">
        <ErrorState message={this.message} onRetry={() => location.reload()} />
      </main>
    )
  }
}
