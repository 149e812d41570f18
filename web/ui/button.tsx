import type { ComponentProps } from 'react'

const LOOKS = {
  primary:
    'bg-accent text-on-accent border-transparent font-semibold hover:brightness-110 active:brightness-95',
  secondary: 'bg-surface text-ink border-edge hover:bg-sunken',
  quiet: 'bg-transparent text-accent border-transparent hover:bg-accent-soft',
} as const

/** How every button looks; also for links that act like one. */
export const buttonLook = (look: keyof typeof LOOKS = 'primary') =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-xl border px-3.5 text-[0.9375rem] whitespace-nowrap transition max-[15rem]:whitespace-normal ` +
  `disabled:cursor-not-allowed disabled:opacity-55 disabled:hover:brightness-100 ${LOOKS[look]}`

/** A button at least 44 px high. */
export function Button({
  look = 'primary',
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: keyof typeof LOOKS }) {
  return <button type="button" {...rest} className={`${buttonLook(look)} ${className}`} />
}
