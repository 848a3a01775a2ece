/** Size of the picture in pixels. */
export const cardSize = { width: 1200, height: 630 } as const

export type Card = {
  readonly title: string
  /** Practice mode is named on the picture; empty in live mode. */
  readonly mark: string
  readonly rate: string
  readonly direction: 'up' | 'down' | 'flat'
  readonly rateName: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Tick and its hash, and the public link of the receipt where there is one. */
  readonly proof: string
  /** The public link as rows of dark and light squares, for the camera of a phone; empty without one. */
  readonly code: readonly (readonly boolean[])[]
  readonly note: string
}

const margin = 72
/** Side of the code in pixels, with the light frame that scanners need. */
const codeSide = 208

/** Draws the code at the right; dark on light in both themes, because scanners expect it. */
const drawCode = (context: CanvasRenderingContext2D, code: Card['code']): void => {
  const [x, y] = [cardSize.width - margin - codeSide, 196]
  const square = codeSide / Math.max(1, code.length)
  context.fillStyle = 'white'
  context.fillRect(x, y, codeSide, codeSide)
  context.fillStyle = 'black'
  code.forEach((row, at) => {
    row.forEach((isDark, column) => {
      // A little larger than its place, so that no light line shows between two squares.
      if (isDark) context.fillRect(x + column * square, y + at * square, square + 0.5, square + 0.5)
    })
  })
}

const colours = { up: '--up', down: '--down', flat: '--ink' } as const

/** Draws a trade in the colours and the face of the page. */
export const drawCard = (
  context: CanvasRenderingContext2D,
  card: Card,
  style: Pick<CSSStyleDeclaration, 'getPropertyValue'>,
): void => {
  const colour = (name: string): string => style.getPropertyValue(name).trim() || 'black'
  const face = style.getPropertyValue('--font').trim() || 'sans-serif'
  const { width, height } = cardSize
  const write = (
    text: string,
    x: number,
    y: number,
    size: number,
    ink: string,
    weight = 400,
    right = 0,
  ): void => {
    context.font = `${weight} ${size}px ${face}`
    context.fillStyle = colour(ink)
    context.fillText(text, x, y, width - margin - x - right)
  }
  context.fillStyle = colour('--pane')
  context.fillRect(0, 0, width, height)
  context.fillStyle = colour('--brand')
  context.fillRect(0, 0, width, 8)
  write('Glasshouse', margin, 96, 32, '--brand', 600)
  if (card.mark !== '') {
    context.textAlign = 'right'
    context.font = `600 26px ${face}`
    context.fillStyle = colour('--practice')
    context.fillText(card.mark, width - margin, 96)
    context.textAlign = 'left'
  }
  write(card.title, margin, 176, 44, '--ink', 600)
  const besideCode = card.code.length === 0 ? 0 : codeSide + 24
  write(card.rate, margin, 308, 112, colours[card.direction], 600, besideCode)
  write(card.rateName, margin, 358, 28, '--ink-2', 400, besideCode)
  if (card.code.length > 0) drawCode(context, card.code)
  card.facts.forEach(([name, value], at) => {
    const x = margin + (at % 2) * ((width - 2 * margin) / 2)
    const y = 424 + Math.floor(at / 2) * 64
    write(name, x, y, 22, '--ink-3')
    write(value, x, y + 30, 26, '--ink', 500)
  })
  write(card.proof, margin, height - 46, 18, '--ink-3')
  write(card.note, margin, height - 20, 16, '--ink-3')
}
