import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The modules that every page renders with: `start.tsx` and what it imports statically. They are one file; in groups by use they
 * would be dozens. `has` is true for them once the modules are known, which is before they are divided into files.
 */
export const startParts = (root: string) => {
  const parts = new Set<string>()
  const plugin: Plugin = {
    name: 'start-parts',
    apply: 'build',
    buildEnd() {
      const add = (id: string): void => {
        if (parts.has(id)) return
        parts.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
      }
      add(join(root, 'src/start.tsx'))
    },
  }
  return { plugin, has: (id: string): boolean => parts.has(id) }
}
