import { type ComponentType, lazy } from 'react'

type Module<Props> = { readonly default: ComponentType<Props> }

/** A component of its own file that can be loaded before it is rendered. */
export type Preloadable<Props> = {
  readonly Component: ComponentType<Props>
  readonly preload: () => Promise<void>
}

/**
 * Loads a component on first use, or before by `preload`. A preloaded one renders at once: a promise, even a fulfilled
 * one, would show the placeholder first, and React shows what follows a placeholder 300 ms later.
 */
export const preloadable = <Props = object>(load: () => Promise<Module<Props>>): Preloadable<Props> => {
  let loaded: Module<Props> | null = null
  const loadedAtOnce = (module: Module<Props>) => ({
    // biome-ignore lint/suspicious/noThenProperty: the library reads the result of a thenable that calls back at once
    then: (onLoaded: (module: Module<Props>) => void) => onLoaded(module),
  })
  return {
    Component: lazy(() =>
      loaded === null ? load() : (loadedAtOnce(loaded) as unknown as Promise<Module<Props>>),
    ),
    preload: async () => {
      loaded = await load()
    },
  }
}
