import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const screens = join(import.meta.dirname, '..', '..')

/** Files of the page that a module loads with itself; what it loads later with `import()` is not among them. */
const loadedWith = (file: string, found: Set<string>): ReadonlySet<string> => {
  if (found.has(file)) return found
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm,
  )
  for (const [, path = ''] of imports) loadedWith(join(dirname(file), path), found)
  return found
}

it.each([
  ['options', 'options/phone/PhoneOptions.tsx'],
  ['contracts', 'contract/phone/PhoneContract.tsx'],
])('the phone page of %s loads its chart before ticket, lists and order book', (_, page) => {
  const files = [...loadedWith(join(screens, page), new Set())].map((file) => file.slice(screens.length + 1))
  expect(
    files.some((file) => file.endsWith('chart/phone/PhoneChartPane.tsx') || file.includes('PhoneChartPane')),
  ).toBe(true)
  expect(files.filter((file) => /Ticket\.tsx|Orders\.tsx|Below\.tsx|BookPane\.tsx/.test(file))).toEqual([])
})
