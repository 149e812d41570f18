/** The open door and the product's name. */
export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#0f5c4a" />
        <path
          d="M10 26V14a6 6 0 0 1 12 0v12"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <path d="M6.5 26h19" stroke="#f0b84a" strokeWidth="2.6" strokeLinecap="round" />
        <circle cx="18.6" cy="19" r="1.5" fill="#f0b84a" />
      </svg>
      Doorstep
    </span>
  )
}
