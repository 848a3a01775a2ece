import { saveFile } from '@glasshouse/ui/saveFile'
import { encode } from 'uqr'

/** What a poster says; no figures of income. */
export type PosterText = { readonly link: string; readonly invites: string; readonly pays: string }

const [width, height, codeSide] = [720, 960, 420]
const [paper, ink, brand] = ['#ffffff', '#10212b', '#0b5f80']

/** Breaks a sentence into lines that fit; languages without blanks break between characters. */
const linesOf = (canvas: CanvasRenderingContext2D, text: string, most: number): readonly string[] => {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  const lines: string[] = ['']
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ''}${part}`
    if (canvas.measureText(longer.trim()).width > most && lines.at(-1) !== '') lines.push(part)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => line.trim())
}

const draw = (canvas: CanvasRenderingContext2D, { link, invites, pays }: PosterText): void => {
  canvas.fillStyle = paper
  canvas.fillRect(0, 0, width, height)
  canvas.textAlign = 'center'
  const write = (text: string, size: number, top: number, color: string): number => {
    canvas.font = `600 ${size}px system-ui, sans-serif`
    canvas.fillStyle = color
    let y = top
    for (const line of linesOf(canvas, text, width - 120)) {
      canvas.fillText(line, width / 2, y)
      y += size * 1.4
    }
    return y
  }
  write('Glasshouse', 52, 130, brand)
  write(invites, 32, 210, ink)
  const { data, size } = encode(link, { ecc: 'M', border: 2 })
  const dot = codeSide / size
  const [left, top] = [(width - codeSide) / 2, 270]
  canvas.fillStyle = ink
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        canvas.fillRect(Math.floor(left + x * dot), Math.floor(top + y * dot), Math.ceil(dot), Math.ceil(dot))
  const below = write(link, 20, top + codeSide + 50, ink)
  write(pays, 26, below + 30, ink)
}

/** Draws the poster in this browser and saves it as a PNG file. */
export const downloadPoster = async (text: PosterText): Promise<void> => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  draw(context, text)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (blob !== null) saveFile(blob, 'glasshouse-invitation.png')
}
