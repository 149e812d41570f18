import type { ReactNode } from 'react'
import { ignoreSecondTap } from '../../ui/ignore-second-tap.ts'
import { SignInNotice } from './account/sign-in-notice.tsx'
import { OfficeBar, OfficeColumn } from './office-nav.tsx'

type OfficeFrameProps = {
  path: string
  provider: ReactNode
  /** Whether the script is running; false in the first paint. */
  isLive: boolean
  children: ReactNode
}

/** The frame of every page of the back office: navigation, and a notice if a sign-in is needed. */
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
