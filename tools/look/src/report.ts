import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Comparison } from './compare.ts'

const style = `body { font: 14px/20px system-ui, sans-serif; margin: 24px; background: #e9edee }
section { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; margin-bottom: 32px }
h2 { grid-column: 1 / -1; font-size: 14px; margin: 0 }
figure { margin: 0 } figcaption { color: #555 } img { width: 100%; border: 1px solid #b8c2c6; background: #fff }
.same { grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)) }`

const figure = (path: string, caption: string): string =>
  `<figure><a href="${path}"><img loading="lazy" src="${path}" alt=""></a><figcaption>${caption}</figcaption></figure>`

/** Writes the page that shows changed pictures beside the approved ones, then all others; returns its path. */
export const writeReport = async (
  folder: string,
  approved: string,
  results: readonly Comparison[],
): Promise<string> => {
  const approvedPath = relative(folder, approved)
  const sections = results
    .filter(({ kind }) => kind !== 'same')
    .map(({ name, kind }) => {
      const before = kind === 'new' ? '' : figure(`${approvedPath}/${name}`, 'approved')
      const difference = kind === 'changed' ? figure(`differences/${name}`, 'difference') : ''
      return `<section><h2>${kind}: ${name}</h2>${before}${figure(`taken/${name}`, 'now')}${difference}</section>`
    })
  const rest = results
    .filter(({ kind }) => kind === 'same')
    .map(({ name }) => figure(`taken/${name}`, name))
    .join('')
  const path = join(folder, 'index.html')
  await writeFile(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of every screen</title><style>${style}</style>
<h1>${results.length - sections.length} of ${results.length} pictures are as approved</h1>
${sections.join('\n')}<section class="same"><h2>as approved</h2>${rest}</section></html>`,
  )
  return path
}
