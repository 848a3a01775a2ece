import { defineConfig } from 'vite'

/** The workshop: a page of all components for developers (`npm run workshop`) and for the component tests. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic' } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The dialog library contains "use client" for server components, which this build does not use.
      onLog: (level, log, forward) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log)
      },
    },
  },
})
