import type { ComponentProps, MouseEvent } from 'react'

const LOOKS = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  inactive: 'button-inactive',
} as const

/** Returns the classes of a button, also for links that look like one. */
export const buttonLook = (look: keyof typeof LOOKS = 'primary') => `button ${LOOKS[look]}`

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
