import { parseArgs } from 'node:util'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { generatedDay } from './generated.ts'
import { recordedDay } from './recorded.ts'
import { startExchange } from './server.ts'

const usage = `An exchange on this machine that speaks the Binance protocol.
  --record BTCUSDT,ETHUSDT   plays the recorded messages of these symbols
  --generate BTCUSDT,…       plays a made-up day of these symbols instead
  --seed 1                   seed of the made-up day
  --speed 1                  plays faster
  --rest 9080 --stream 9443  the two ports`

const number = (text: string): number => {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`${text} is not a number\n${usage}`)
  return Number.parseFloat(text)
}

const { values } = parseArgs({
  options: {
    record: { type: 'string' },
    generate: { type: 'string' },
    seed: { type: 'string', default: '1' },
    speed: { type: 'string', default: '1' },
    rest: { type: 'string', default: '9080' },
    stream: { type: 'string', default: '9443' },
    help: { type: 'boolean', default: false },
  },
})

const symbols = (text: string): string[] => text.split(',').map((symbol) => symbol.trim().toUpperCase())

if (values.help || (values.record === undefined && values.generate === undefined)) console.log(usage)
else {
  const script =
    values.record !== undefined
      ? recordedDay(symbols(values.record))
      : generatedDay({
          symbols: symbols(values.generate ?? 'BTCUSDT'),
          seed: number(values.seed),
          startMs: Date.now(),
          lengthMs: dayMs,
        })
  const exchange = await startExchange({
    script,
    speed: number(values.speed),
    restPort: number(values.rest),
    streamPort: number(values.stream),
  })
  console.log(`REST ${exchange.restUrl}, stream ${exchange.streamUrl}; Ctrl-C ends it`)
  void exchange.finished.then(() => console.log('the script is over; the exchange is silent now'))
  process.once('SIGINT', () => void exchange.close())
}
