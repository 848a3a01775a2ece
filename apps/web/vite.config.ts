import { defineConfig, type Plugin } from 'vite'

/** Where `npm run dev` finds the calls and the stream. */
const server = process.env.GLASSHOUSE_SERVER ?? 'http://127.0.0.1:3000'

/** The built page carries the literals that the server replaces; written as such, Vite would fill them itself. */
const modeMark: Plugin = {
  name: 'mode-mark',
  transformIndexHtml: { order: 'post', handler: (page) => page.replace(/%HOUSE_([A-Z_]+)%/g, '%$1%') },
}

/** Strip and chart of the trade screens and who trades: what stands before the first candle, but for what draws it. */
const tradeParts =
  /apps\/web\/src\/(components\/(market|chart)\/(?!phone|Phone|orders|Book|book|BookColumns|Trades|SymbolList|chartCanvas|drawingLayer|renderOrderMarks|dragLine|loader|styles|gaps|overlays|ChartTable|NoteField|HoverCard)|screens\/contract\/useTradingData)/

/** Book, trades and lists of the trade screens: what comes when the candle is drawn. */
const deskParts = /apps\/web\/src\/components\/market\/(orders|BookPane|book|BookColumns|Trades)/

/** What a contract is traded with; its receipt and its dialogs come when they are asked for. */
const contractParts =
  /apps\/web\/src\/screens\/contract\/(?!phone|receipt|Contract|Terms|moving|useMove|orders\/\w+Dialog)/

/** Parts that a screen shows while it arrives, or that nearly every screen has. */
const firstParts =
  /packages\/ui\/src\/(Button|PriceChange|CoinIcon|Icon|IconButton|NumberText|EvidenceIcon|EvidenceButton|SegmentedControl|Skeleton|EmptyState|classNames|direction|rovingFocus)\./

/** Parts of few screens, none of them a trade screen, travel with those screens. */
const everydayParts =
  /packages\/ui\/src\/(?!Checkbox|Dialog|BrandRoof|MenuPanel|DonutChart|RingLegend|Sheet|sheetDrag|Sparkline)/

export default defineConfig({
  plugins: [modeMark],
  root: import.meta.dirname,
  base: '/',
  // The router asks for a stand-in that React has had itself for years.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
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
      output: {
        // What is small travels together: thirty files of one kilobyte cost more than they save.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 7 },
            { name: 'candles', test: /node_modules\/klinecharts/, priority: 6 },
            { name: 'ui', test: firstParts, priority: 5 },
            { name: 'trade', test: tradeParts, minShareCount: 2, priority: 4 },
            { name: 'forms', test: everydayParts, minShareCount: 2, priority: 3 },
            { name: 'desk', test: deskParts, minShareCount: 2, priority: 2 },
            { name: 'contracts', test: contractParts, priority: 1 },
          ],
        },
      },
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
