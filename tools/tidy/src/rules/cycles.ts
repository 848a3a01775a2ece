import { resolveImport } from '../imports.ts'
import type { Finding, Rule } from '../rule.ts'
import { isCode, type Tree } from '../tree.ts'

const graphOf = (tree: Tree): ReadonlyMap<string, readonly string[]> =>
  new Map(
    tree.files
      .filter(({ path }) => isCode(path))
      .map((file) => [
        file.path,
        file
          .imports()
          .filter(({ lazy }) => !lazy)
          .map(({ target }) => resolveImport(file.path, target))
          .filter((to): to is string => to !== null && isCode(to) && tree.find(to) !== undefined),
      ]),
  )

/** An import path from a file back to itself, or null. */
const circleFrom = (start: string, graph: ReadonlyMap<string, readonly string[]>): string[] | null => {
  const cameFrom = new Map<string, string>()
  const waiting = [start]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift())
    for (const to of graph.get(at) ?? []) {
      if (to === start) {
        const way = [start]
        for (let step = at; step !== start; step = cameFrom.get(step) ?? start) way.unshift(step)
        return [start, ...way]
      }
      if (cameFrom.has(to)) continue
      cameFrom.set(to, at)
      waiting.push(to)
    }
  return null
}

/** No file imports itself through other files, not even for a type. */
export const cycles: Rule = {
  name: 'import-cycle',
  check: (tree) => {
    const graph = graphOf(tree)
    const reported = new Set<string>()
    return [...graph.keys()].flatMap((start): Finding[] => {
      if (reported.has(start)) return []
      const circle = circleFrom(start, graph)
      if (circle === null) return []
      for (const path of circle) reported.add(path)
      return [{ path: start, line: 1, sentence: `import cycle: ${circle.join(' → ')}` }]
    })
  },
}
