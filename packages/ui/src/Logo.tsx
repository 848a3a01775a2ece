/** Logo in the current text colour. */
export function Logo({ size = 22, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 22 22" fill="none" aria-hidden="true">
      <path d="M2.5 20V9L11 2.2 19.5 9v11z" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
      <path d="M2.5 9h17M8.2 9v11M13.8 9v11M11 2.2V9" stroke="currentColor" opacity=".75" />
    </svg>
  )
}
