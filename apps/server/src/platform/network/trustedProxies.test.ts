import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callerCountry, clientAddress, isNetwork, parseTrustedProxies } from './trustedProxies.ts'

const isProxy = parseTrustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48'])
const octet = fc.integer({ min: 0, max: 255 })
const external = fc
  .tuple(fc.integer({ min: 11, max: 126 }), octet, octet, octet)
  .map((parts) => parts.join('.'))

it.each([
  ['no header', '127.0.0.1', undefined, '127.0.0.1'],
  ['one proxy names the caller', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['two proxies', '127.0.0.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['a forged entry before the one the proxy saw', '127.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['a caller that is no proxy', '203.0.113.9', '6.6.6.6', '203.0.113.9'],
  ['a proxy written as IPv6', '::ffff:10.0.0.7', '203.0.113.9', '203.0.113.9'],
  ['a proxy in an IPv6 network', '2001:db8:1::9', '2001:db8:2::1', '2001:db8:2::1'],
  ['what is no address', '127.0.0.1', '<script>', '127.0.0.1'],
  ['an empty header', '127.0.0.1', '', '127.0.0.1'],
])('finds the caller when %s', (_, peer, forwarded, caller) => {
  expect(clientAddress(peer, forwarded, isProxy)).toBe(caller)
})

it('treats a duplicate header as one chain', () => {
  expect(clientAddress('127.0.0.1', ['6.6.6.6', '203.0.113.9'], isProxy)).toBe('203.0.113.9')
})

it('cannot be forged: the address seen by the nearest proxy applies, whatever the caller sends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(external, fc.string(), fc.constant('10.0.0.1'))),
      external,
      (forged, caller) => {
        const header = [...forged, caller].join(',')
        expect(clientAddress('10.9.9.9', header, isProxy)).toBe(caller)
        expect(clientAddress(caller, header, isProxy)).toBe(caller)
        expect(clientAddress(caller, header, parseTrustedProxies([]))).toBe(caller)
      },
    ),
  )
})

it.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['localhost', false],
  ['', false],
])('parses %j as a network: %s', (text, is) => {
  expect(isNetwork(text)).toBe(is)
})

describe('the country of a caller', () => {
  const isProxy = parseTrustedProxies(['10.0.0.1'])
  const named = (remoteAddress: string, country: string) => ({
    headers: { 'cf-ipcountry': country },
    socket: { remoteAddress },
  })
  it('is what a trusted proxy names, and unknown otherwise', () => {
    expect(callerCountry(named('10.0.0.1', 'PT'), 'CF-IPCountry', isProxy)).toBe('PT')
    expect(callerCountry(named('10.0.0.2', 'PT'), 'CF-IPCountry', isProxy)).toBeNull()
    expect(callerCountry(named('10.0.0.1', 'Portugal'), 'CF-IPCountry', isProxy)).toBeNull()
    expect(callerCountry(named('10.0.0.1', 'PT'), undefined, isProxy)).toBeNull()
  })
})
