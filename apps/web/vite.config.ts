import { defineConfig, type Plugin } from 'vite'
import { importedParts } from './importedParts.ts'
import { offlineFile } from './offlineFile.ts'
import { pageFiles } from './pageFiles.ts'
import { publicScript } from './publicScript.ts'
import { unusedQueryParts } from './unusedQueryParts.ts'
import { verifierFile } from './verifierFile.ts'

/** Address of API and stream for `npm run dev`. */
const server = process.env.GLASSHOUSE_SERVER ?? 'http://127.0.0.1:3000'

/** The built page needs literals for the server to replace; in index.html Vite would substitute them. */
const modeMark: Plugin = {
  name: 'mode-mark',
  transformIndexHtml: { order: 'post', handler: (page) => page.replace(/%HOUSE_([A-Z_]+)%/g, '%$1%') },
}

/**
 * The chart canvas with what else it needs for the first candle. Its file loads the chart library, so it has nothing that a page
 * without a chart needs: what both use is in `trade`.
 */
const canvasParts = /apps\/web\/src\/components\/chart\/(chartCanvas|styles|loader|timeTicks)\./

/** Arithmetic of candles that the canvas shares with lists of orders and with other pages. */
const candleParts = /apps\/web\/src\/components\/chart\/(bars|span)\./

/** Order book, trades and lists of the trade screens: loaded after the first candle. */
const marketParts =
  /apps\/web\/src\/components\/market\/(order|pickedPrice|expectedPnl|BookPane|book|BookColumns|Trades)/

/** Files for trading contracts; receipt and dialogs are loaded on demand. */
const contractParts =
  /apps\/web\/src\/(components\/contract\/(orders\/(?!\w+Dialog|OrderSheet)|ticket|amend|reverse|tpSl|trailingDraft|useTrading)|screens\/contract\/(?!phone|ticket\/Phone|page\/(?!OwnBook|EntryPanel|LiveOrderMarks)|Contract))/

/** Frame of the phone site and what its trading pages show first. */
const phoneParts =
  /apps\/web\/src\/(layouts\/phone\/(PhoneShell|BottomBar)|components\/(market|chart)\/(phone\/(?!Disclosure|MarketSheet|Rows)|Phone)|screens\/contract\/phone\/PhoneContract|components\/alerts\/AlertButton|components\/page\/PhoneHead|data\/siteWorker)/

/** Draft of an order, which the phone's page has before its ticket. */
const draftParts = /apps\/web\/src\/components\/contract\/ticket\/(draft|choices|units)\./

/**
 * What home and the options pages have from the start and the trading of contracts uses too: apart from it, so that it does not
 * come with them.
 */
const apartParts =
  /apps\/web\/src\/(data\/profile|components\/(deviceSwitch|ListError|ListPager))|packages\/core\/src\/(identity\/profile\/codec|wire\/codec|ai\/rules)/

/** Ticket and lists of the phone's contract page; loaded after the first candle. */
const phoneTicketParts = /apps\/web\/src\/screens\/contract\/(phone\/|ticket\/Phone)/

/** Components of loading states, or used by nearly every screen. */
const firstParts =
  /packages\/ui\/src\/(Button|PriceChange|CoinIcon|Icon|IconButton|EvidenceIcon|EvidenceButton|SegmentedControl|Skeleton|EmptyState|classNames|rovingFocus)\./

/** Shared components, except those of few screens outside trading, which are bundled with their screens. */
const everydayParts =
  /packages\/ui\/src\/(?!Checkbox|CommandDialog|Dialog|BrandRoof|MenuPanel|DonutChart|RingLegend|Sheet|sheetDrag|Sparkline)/

/** Files that a screen loads at once with its own: styles, and the groups below. */
const sharedFiles = /\.css$|assets\/(trade|forms|desk|contracts)-/

/** What every page renders with is one file; in groups by use it would be dozens. */
const start = importedParts(import.meta.dirname, ['start.tsx'])

/** What a trade screen renders before the first candle, except the chart canvas. */
const trade = importedParts(import.meta.dirname, ['screens/contract/Contract.tsx'])

export default defineConfig({
  plugins: [
    modeMark,
    start.plugin,
    trade.plugin,
    unusedQueryParts,
    verifierFile(import.meta.dirname),
    offlineFile(import.meta.dirname),
    publicScript(import.meta.dirname, 'before-paint.js'),
    pageFiles(import.meta.dirname),
  ],
  root: import.meta.dirname,
  base: '/',
  // The router imports a shim for a hook that React includes.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  oxc: { jsx: { runtime: 'automatic' } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files are data: URLs, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page carries these lists for all screens, so they name only styles and the files of several screens.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => sharedFiles.test(file)),
    },
    rolldownOptions: {
      // The verifier is a build within this one: half of the time is expected to be in its plugin.
      checks: { pluginTimings: false },
      output: {
        // Small files are bundled together: thirty requests of 1 kB cost more than they save.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 10 },
            { name: 'start', test: (id) => start.has(id) || firstParts.test(id), priority: 9 },
            { name: 'candles', test: /node_modules\/klinecharts/, priority: 8 },
            {
              name: 'trade',
              test: (id) => trade.has(id) || candleParts.test(id),
              minShareCount: 2,
              priority: 7,
            },
            { name: 'canvas', test: canvasParts, priority: 6 },
            { name: 'draft', test: draftParts, priority: 5 },
            { name: 'apart', test: apartParts, priority: 4 },
            { name: 'forms', test: everydayParts, minShareCount: 2, priority: 3 },
            { name: 'desk', test: marketParts, minShareCount: 2, priority: 2 },
            { name: 'contracts', test: contractParts, priority: 1 },
            { name: 'phone', test: phoneParts, priority: 0 },
            { name: 'phoneTicket', test: phoneTicketParts, priority: 0 },
          ],
        },
      },
      // The dialog library contains "use client" for server components, which this build does not use.
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
