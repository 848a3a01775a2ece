import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The modules that some modules of the site import statically, themselves included. `has` is true for them once the modules are
 * known, which is before they are divided into files.
 */
export const importedParts = (root: string, files: readonly string[]) => {
  const parts = new Set<string>()
  const plugin: Plugin = {
    name: 'imported-parts',
    apply: 'build',
    buildEnd() {
      const add = (id: string): void => {
        if (parts.has(id)) return
        parts.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
      }
      for (const file of files) add(join(root, 'src', file))
    },
  }
  return { plugin, has: (id: string): boolean => parts.has(id) }
}
