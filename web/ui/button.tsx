import type { ComponentProps, MouseEvent } from 'react'

const LOOKS = {
  primary:
    'bg-accent text-on-accent border-transparent font-semibold hover:brightness-110 active:brightness-95',
  secondary: 'bg-surface text-ink border-edge hover:bg-sunken',
  quiet: 'bg-transparent text-accent border-transparent hover:bg-accent-soft',
} as const

/** Returns the classes of a button, also for links that look like one. */
export const buttonLook = (look: keyof typeof LOOKS = 'primary') =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-xl border px-3.5 text-[0.9375rem] whitespace-nowrap transition max-[15rem]:whitespace-normal ` +
  `disabled:cursor-not-allowed disabled:opacity-55 disabled:hover:brightness-100 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ${LOOKS[look]}`

type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof LOOKS
  /** Ignores clicks while its action runs. Unlike `disabled`, it keeps the focus. */
  busy?: boolean
}

/** A button at least 44 px high. */
export function Button({ look = 'primary', className = '', busy = false, ...rest }: ButtonProps) {
  const atWork = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
  return (
    <button type="button" {...rest} {...(busy && atWork)} className={`${buttonLook(look)} ${className}`} />
  )
}
