import type { ReactNode } from 'react'
import { ignoreSecondTap } from '../../ui/ignore-second-tap.ts'
import { SignInNotice } from './account/sign-in-notice.tsx'
import { OfficeBar, OfficeColumn } from './office-nav.tsx'

type OfficeFrameProps = {
  path: string
  provider: ReactNode
  /** Whether the script runs. */
  isLive: boolean
  children: ReactNode
}

/** What every page of the back office is within. */
export const OfficeFrame = ({ children, ...nav }: OfficeFrameProps) => (
  <div className="office-page">
    <OfficeColumn path={nav.path} provider={nav.provider} />
    <OfficeBar {...nav} />
    <main onClickCapture={ignoreSecondTap} className="office-content">
      <SignInNotice />
      {children}
    </main>
  </div>
)
