import type { IconNode } from 'lucide'

type IconProps = {
  of: IconNode
  /** Width and height in px, for text of 16 px. */
  size?: number
  className?: string
  /** For screen readers. Omit it if text beside the icon says the same. */
  label?: string
}

/** An icon of the Lucide set. */
export const Icon = ({ of, size = 24, className, label }: IconProps) => {
  const side = `${size / 16}rem`
  return (
    <svg
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label}
      width={side}
      height={side}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {of.map(([Shape, attributes]) => (
        <Shape key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </svg>
  )
}
