import { Component, type ReactNode } from 'react'
import { ErrorState } from './states.tsx'

/**
 * Stands in for a part of the app that could not be fetched or drawn. Trying again loads the page anew: the sale is
 * on the phone and resumes where it was.
 */
export class LoadBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="mx-auto w-full max-w-xl p-4">
        <ErrorState
          message="This part of Doorstep could not be loaded. The sale is saved on this phone."
          onRetry={() => location.reload()}
        />
      </main>
    )
  }
}
