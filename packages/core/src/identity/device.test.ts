import { expect, it } from 'vitest'
import { deviceOf } from './device.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`${mac} Version/18.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [`${android} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [
    `${windows} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'Windows',
  ],
  [`${windows.slice(0, -1)}; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox', 'Windows'],
  [`${phone} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
  ['node', null, null],
  ['', null, null],
])('%s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})
