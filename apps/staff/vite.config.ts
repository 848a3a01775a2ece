import { defineConfig, type Plugin } from 'vite'

/** Address of the API for `npm run dev`. */
const server = process.env.GLASSHOUSE_SERVER ?? 'http://127.0.0.1:3000'

/** The built page needs the literal `%MODE%` for the server to replace; in index.html Vite would substitute it. */
const modeMark: Plugin = {
  name: 'mode-mark',
  transformIndexHtml: { order: 'post', handler: (page) => page.replace('%HOUSE_MODE%', '%MODE%') },
}

export default defineConfig({
  plugins: [modeMark],
  root: import.meta.dirname,
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic' } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The dialog library contains "use client" for server components, which this build does not use.
      onLog: (level, log, forward) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log)
      },
    },
  },
  server: { proxy: { '/staff/api': server } },
})
