import type { ReactNode } from 'react'

type Mark = { readonly fill: string; readonly drawing: ReactNode }

const letter = (text: string): ReactNode => (
  <text x="10" y="13.6" textAnchor="middle" fontSize="9.5" fontWeight="600" fill="#fff">
    {text}
  </text>
)

/** Icons of known coins. Their colours are the same in both themes. */
const marks: Readonly<Record<string, Mark>> = {
  BTC: {
    fill: '#b9781f',
    drawing: (
      <path
        d="M7.6 6h4a1.85 1.85 0 0 1 0 3.8h-4zm0 3.8h4.5a2 2 0 0 1 0 4.1H7.6zM7.6 6v7.9M9.3 4.5V6M9.3 13.9v1.5M11.3 4.5V6M11.3 13.9v1.5"
        fill="none"
        stroke="#fff"
        strokeWidth="1.3"
      />
    ),
  },
  ETH: {
    fill: '#6673a8',
    drawing: <path d="M10 3.5 14 10l-4 2.3L6 10zM6.2 11.3 10 16.6l3.8-5.3L10 13.5z" fill="#fff" />,
  },
  SOL: {
    fill: '#4a8f8a',
    drawing: <path d="M6.6 6.2h8l-1.4 1.6h-8zM5.2 9.2h8l1.4 1.6h-8zM6.6 12.2h8l-1.4 1.6h-8z" fill="#fff" />,
  },
  XRP: { fill: '#5d6a70', drawing: letter('X') },
  ADA: { fill: '#3d67b0', drawing: letter('A') },
  DOGE: { fill: '#9c8544', drawing: letter('D') },
  LINK: { fill: '#4765b8', drawing: letter('L') },
  LTC: { fill: '#5f7f9c', drawing: letter('L') },
  BNB: {
    fill: '#a3842a',
    drawing: (
      <path
        d="m10 4.6 5.4 5.4-5.4 5.400L4.6 10zM10 7.7 7.7 10l2.3 2.3 2.3-2.300z"
        fill="#fff"
        fillRule="evenodd"
      />
    ),
  },
  AVAX: { fill: '#a65055', drawing: letter('A') },
  USDT: {
    fill: '#3f8a75',
    drawing: <path d="M5.6 6h8.800v1.900h-3.300v7.300H8.900V7.900H5.600z" fill="#fff" />,
  },
}
const spareFills = ['#6b7f52', '#8a6a52', '#7a5f8f', '#52808a', '#8a5f6f']

const markOf = (code: string): Mark => {
  const known = Object.keys(marks).find((key) => code.startsWith(key))
  const mark = known === undefined ? undefined : marks[known]
  if (mark) return mark
  const sum = [...code].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  return { fill: spareFills[sum % spareFills.length] ?? '#5d6a70', drawing: letter(code.slice(0, 1)) }
}

/** Icon of a coin or pair by its code (`BTC`, `BTCUSDT`). An unknown code shows its first letter. */
export function CoinIcon({ code, size = 20 }: { code: string; size?: number }) {
  const mark = markOf(code)
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9.5" fill={mark.fill} />
      {mark.drawing}
    </svg>
  )
}
