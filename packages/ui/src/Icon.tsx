const drawings = {
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6a1.8 1.8 0 1 0 0-3.6',
  download: 'M8 2v8M4.8 7.2 8 10.4l3.2-3.2M2.5 13.5h11',
  upload: 'M8 13V5M4.8 7.8 8 4.6l3.2 3.2M2.5 2.5h11',
  transfer: 'M2.5 5h10M10 2.5 12.5 5 10 7.5M13.5 11h-10M6 8.5 3.5 11 6 13.5',
  exchange: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  rows: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  orders: 'M2.5 5.5h9M9 3l2.5 2.5L9 8M13.5 10.5h-9M7 8l-2.5 2.5L7 13',
  heart: 'M8 13.5C3.8 10.6 2 8.5 2 6.2a3 3 0 0 1 6-1 3 3 0 0 1 6 1c0 2.3-1.8 4.4-6 7.3z',
  comment: 'M2.5 3.5h11V11h-6l-3 2.5V11h-2z',
  reply: 'M6.5 4 3 7.5 6.5 11M3 7.5h6.5a3.5 3.5 0 0 1 3.5 3.5v1.5',
  person: 'M8 2.75a2.75 2.75 0 1 0 0 5.5a2.75 2.75 0 1 0 0-5.5M2.8 14c.5-3 2.6-4.4 5.2-4.4s4.7 1.4 5.2 4.4',
  house: 'M2.5 13.5V6.5L8 2l5.5 4.5v7zM8 13.5V8.5',
  lock: 'M4 7h8a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM5.2 7V5a2.8 2.8 0 0 1 5.6 0v2',
  warning: 'M8 2.2 14.5 13.5h-13zM8 6.5v3.5M8 11.7v.3',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 4.5V8l2.5 1.5',
  bars: 'M3 13V8.5M6.3 13V4.5M9.7 13V7M13 13V2.5',
  sliders:
    'M2 4.5h7M12.5 4.5H14M2 11.5h2M7.5 11.5H14M10.7 2.8a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 1 0 0-3.4M5.7 9.8a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 1 0 0-3.4',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  leaf: 'M2 13.5h12M3.5 13.5c0-5 3.5-9 9.5-10-.3 5-3 8-8 8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  text: 'M3.5 4.5V3h9v1.5M8 3v10M6.3 13h3.4',
  search: 'M7 2.75a4.25 4.25 0 1 0 0 8.5a4.25 4.25 0 1 0 0-8.5M10.2 10.2 14 14',
  globe: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M2 8h12M8 2c2 2 2.6 4 2.6 6S10 12 8 14c-2-2-2.6-4-2.6-6S6 4 8 2z',
  sun: 'M8 5.25a2.75 2.75 0 1 0 0 5.5a2.75 2.75 0 1 0 0-5.5M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  bell: 'M4 11.5V7a4 4 0 0 1 8 0v4.5M2.8 11.5h10.4M6.8 13.8h2.4',
  candles: 'M4.5 2v2.5M4.5 10v4M11.5 2v4M11.5 11.5V14M3 4.5h3V10H3zM10 6h3v5.5h-3z',
  line: 'm2 11 3.5-4 3 2.5L14 4',
  depth: 'M1.5 4h2v3.5h2V11h1.7v2.5M14.5 3h-2v3.5h-2V10H8.8v3.5',
  fullscreen: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  camera: 'M2.5 5h2.7L6.5 3h3l1.3 2h2.7v8h-11zM8 6.8a2.1 2.1 0 1 0 0 4.2a2.1 2.1 0 1 0 0-4.2',
  toNow: 'M3 3.5 7.5 8 3 12.5M8 3.5 12.5 8 8 12.5M13.5 3v10',
  crosshair: 'M8 1.5v4M8 10.5v4M1.5 8h4M10.5 8h4',
  trend:
    'm3.6 12.4 8.8-8.8M3 11.9a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2M13 1.9a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2',
  ray: 'M4 11.8 14.5 4M3 11.4a1.1 1.1 0 1 0 0 2.2a1.1 1.1 0 1 0 0-2.2',
  level: 'M1.5 8h5M9.5 8h5M8 6.8a1.2 1.2 0 1 0 0 2.4a1.2 1.2 0 1 0 0-2.4',
  upright: 'M8 1.5v5M8 9.5v5M6.8 8a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0',
  priceChannel: 'm2 7 9-5M3.5 10.500 12.5 5.500M5 14l9-5',
  channel: 'm2 10 9-6M5 14l9-6',
  fibonacci: 'M2 3h12M2 6.3h12M2 9.7h12M2 13h12',
  rectangle: 'M2.5 4h11v8h-11z',
  ruler: 'm2 11 9-9 3 3-9 9zM5 8l1.5 1.5M8 5l1.5 1.5',
  magnet: 'M3 3h3v5a2 2 0 0 0 4 0V3h3v5a5 5 0 0 1-10 0zM3 5.5h3M10 5.5h3',
  bin: 'M3 4.5h10M6 4.5V3h4v1.5M4.3 4.5 5 13h6l.7-8.5',
  down: 'm4 6 4 4 4-4',
  left: 'm10 4-4 4 4 4',
  right: 'm6 4 4 4-4 4',
  close: 'm4 4 8 8M12 4l-8 8',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2v9.6L12.5 8z',
  copy: 'M6.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1M10.5 5.5v-3h-8v8h3',
  star: 'm8 2.3 1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11.1 4.5 13l.8-3.9-2.9-2.7 3.9-.5z',
  robot:
    'M4 5.5h8a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1M8 5.5v-3M6 8.5v1.5M10 8.5v1.5',
  envelope: 'M2.5 3.5h11v9h-11zM2.5 4.5 8 9l5.5-4.5',
  out: 'M9.5 2.500h-7v11h7M6.5 8h7.500M11.5 5.5 14 8l-2.5 2.5',
} as const

export type IconName = keyof typeof drawings

/** Icon of the drawn set. Decorative: the text beside it or the label of the button carries the meaning. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName
  size?: number
  className?: string | undefined
}) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={size <= 12 ? 1.6 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
