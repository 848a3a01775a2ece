import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** QR code of a text. Dark on light in both themes, because scanners expect it. */
export function QrCode({ text, label, size = 176 }: { text: string; label: string; size?: number }) {
  const { path, side } = useMemo(() => {
    const { data, size: side } = encode(text, { ecc: 'M', border: 2 })
    const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: dots.join(''), side }
  }, [text])
  return (
    <span className={styles.code} data-theme="day">
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
    </span>
  )
}
