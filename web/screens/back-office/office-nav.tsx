import { ArrowLeft, Menu } from 'lucide'
import { type ReactNode, useState } from 'react'
import { PEOPLE_PAGE, TOKENS_PAGE } from '#protocol/identity.ts'
import { NAMED_OFFICE_PAGES } from '#protocol/office-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { mayDo, useAccount } from './account/account.ts'
import { AccountEntry } from './account/account-entry.tsx'
import { NEEDED_BY_PAGE } from './needed-by-page.ts'

const PAGES_OF_PEOPLE: readonly string[] = [PEOPLE_PAGE, TOKENS_PAGE]

type OfficeNavProps = { path: string; provider: ReactNode }

/** The navigation as a column on the left of every page of the back office. */
export const OfficeColumn = (nav: OfficeNavProps) => (
  <nav
    aria-label="Back office"
    className="sticky top-0 flex h-dvh flex-col gap-4 overflow-y-auto border-r border-line bg-surface p-4 max-lg:hidden"
  >
    <Home />
    <Entries {...nav} />
  </nav>
)

/** The navigation as one button, below 1024 px. The button works once the script runs. */
export function OfficeBar({ isLive, ...nav }: OfficeNavProps & { isLive: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <header className="border-b border-line bg-surface [--gutter:1rem] sm:[--gutter:1.5rem] lg:hidden">
        <div className="head-bar py-1">
          <Home />
          <Button look="secondary" disabled={!isLive} onClick={() => setOpen(true)}>
            <Icon of={Menu} size={18} />
            Menu
          </Button>
        </div>
      </header>
      {isOpen && (
        <Dialog title="Back office" onClose={() => setOpen(false)}>
          <nav aria-label="Back office" className="flex min-h-64 flex-1 flex-col gap-4 overflow-y-auto p-4">
            <Entries {...nav} />
          </nav>
        </Dialog>
      )}
    </>
  )
}

const Home = () => (
  <a href="/" aria-label="Doorstep, back to selling" className="flex min-h-11 items-center rounded-lg">
    <Logo />
  </a>
)

/** Leaves out the pages that the person may not read, and if sign-in is switched off, the pages about people. */
function useShownPages() {
  const who = useAccount()
  return NAMED_OFFICE_PAGES.filter(
    ({ path }) =>
      (who || !PAGES_OF_PEOPLE.includes(path)) && mayDo(who, NEEDED_BY_PAGE[path] ?? 'read-office'),
  )
}

const Entries = ({ path, provider }: OfficeNavProps) => (
  <>
    <ul>
      {useShownPages().map((page) => (
        <li key={page.path}>
          <a href={page.path} aria-current={page.path === path ? 'page' : undefined} className="office-entry">
            {page.name}
          </a>
        </li>
      ))}
    </ul>
    <div className="mt-auto flex flex-col gap-2 border-t border-line pt-3">
      {provider}
      <AccountEntry />
      <a href="/" className="office-entry gap-2 text-muted">
        <Icon of={ArrowLeft} size={16} />
        Back to selling
      </a>
    </div>
  </>
)
