import type { ReactNode } from 'react'
import styles from './Hero.module.css'
import { picture } from './house.ts'

const { left, right, roof, ridge, width, height } = picture
const middle = (left + right) / 2
const outline = `M${left} ${height - 1}V${roof}L${middle} ${ridge}L${right} ${roof}V${height - 1}z`
const glazing = `M788 539V155.5M864 539V121M940 539V86.5M1016 539V52M1092 539V86.5M1168 539V121M1244 539V155.5M${left} ${roof}H${right}M${left} 300H${right}M${left} 410H${right}M864 121H1168`
const glints = 'M864 539L1092 52h68.4L932.4 539zM962.8 539L1190.8 52h19L981.8 539z'

/** Illustration of a glass house, with content behind and in it. */
export function HeroIllustration({
  label,
  behind,
  before,
  children,
}: {
  /** Accessible name; decorative if omitted. */
  label?: string
  behind?: ReactNode
  before?: ReactNode
  children?: ReactNode
}) {
  return (
    <svg
      className={styles.picture}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <defs>
        <clipPath id="inside">
          <path d={outline} />
        </clipPath>
      </defs>
      {behind}
      <path className={styles.glass} d={outline} />
      <g clipPath="url(#inside)">
        <path className={styles.glint} d={glints} />
        {children}
        <path className={styles.bars} d={glazing} />
      </g>
      <path className={styles.frame} d={outline} />
      {before}
    </svg>
  )
}

/** Illustration: a chain of receipts, one of them highlighted. */
export function ReceiptsPicture() {
  const places = [752, 864, 976, 1088, 1200]
  return (
    <HeroIllustration
      before={
        <g className={styles.drawn}>
          <path d="M716 345H1316" />
          {places.map((x) => (
            <g key={x} className={x === 976 ? styles.chosen : undefined}>
              <rect x={x} y="290" width="80" height="110" rx="4" />
              <path d={`M${x + 14} 314h52M${x + 14} 332h36M${x + 14} 350h44`} />
              <path d={x === 976 ? 'M1004 376l9 9 18-20' : `M${x + 14} 376h20`} />
            </g>
          ))}
        </g>
      }
    />
  )
}

/** Illustration: two columns of ledger entries with equal sums. */
export function LedgerIllustration() {
  const columns = [
    { x: 836, parts: [90, 60, 50] },
    { x: 1076, parts: [120, 80] },
  ]
  return (
    <HeroIllustration
      before={
        <g className={`${styles.drawn} ${styles.entries}`}>
          {columns.map(({ x, parts }) =>
            parts.map((part, index) => {
              const below = parts.slice(0, index).reduce((sum, part) => sum + part, 0)
              return <rect key={part} x={x} y={460 - below - part} width="120" height={part - 4} rx="4" />
            }),
          )}
          <path className={styles.level} d="M796 256H1236" />
          <path d="M796 464H1236" />
        </g>
      }
    />
  )
}
