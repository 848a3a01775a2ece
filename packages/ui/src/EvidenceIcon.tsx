/** Evidence icon: a house with a glint. The figure beside it has a receipt. */
export function EvidenceIcon({ size = 12, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
    >
      <path d="M1.6 11V5L6 1.4 10.4 5v6z" strokeLinejoin="round" />
      <path d="M4 8.8 7.6 5.2" />
    </svg>
  )
}
