import { defineConfig } from 'vite'

/** Where `npm run dev` finds the calls and the stream. */
const server = process.env.GLASSHOUSE_SERVER ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic' } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A file inlined as data: would need a hole in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // "use client" in the dialog library speaks to servers that render; there is none here.
      onLog: (level, log, forward) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log)
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
})
