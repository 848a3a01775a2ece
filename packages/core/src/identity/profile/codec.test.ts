import fc from 'fast-check'
import { expect, it } from 'vitest'
import { activationStates } from '../../ai/rules.ts'
import { calls } from '../../calls.ts'
import { type Usdt, usdt } from '../../money/units.ts'
import { lockReasons } from '../locks.ts'
import {
  changeAddressToWire,
  changeAvatarToWire,
  changeLetterWordToWire,
  changeProfileFromWire,
  type ProfileView,
  profileFieldToWire,
  profileFromWire,
  profileToWire,
} from './codec.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 23n - 1n }).map((units) => units as Usdt)
const instantOrNull = fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 }))
const profile: fc.Arbitrary<ProfileView> = fc.record({
  ...{ uid: fc.nat(), username: fc.string(), email: fc.string(), phone: fc.string() },
  ...{ isEmailProven: fc.boolean(), isPhoneProven: fc.boolean(), avatar: fc.nat(20) },
  ...{ activationCode: fc.string(), creditScore: fc.nat(200), hasWithdrawPassword: fc.boolean() },
  ...{ letterWord: fc.string(), hasTwoStep: fc.boolean(), recoveryCodes: fc.nat(10) },
  ...{ hidesIdentityCheck: fc.boolean(), canSendToOthers: fc.boolean() },
  ...{ hasBoughtExperience: fc.boolean(), isIntroducingBroker: fc.boolean() },
  ...{ activation: fc.constantFrom(...activationStates), sendingPausedUntilMs: instantOrNull },
  lock: fc.option(
    fc.record({ reason: fc.constantFrom(...lockReasons), untilMs: instantOrNull, leftMs: instantOrNull }),
  ),
  wallets: fc.record({
    ...{ wallet: amount, contract: amount, contract2: amount, coin: amount, bonus: amount },
    ...{ experience: amount, held: fc.record({ options: amount, withdrawals: amount, principal: amount }) },
  }),
})

it('returns from the wire as it was sent', () => {
  fc.assert(
    fc.property(profile, (sent) => {
      expect(profileFromWire(profileToWire(sent))).toEqual(sent)
    }),
  )
})

it('has the numbers of the wire', () => {
  const [sample] = fc.sample(profile, { numRuns: 1, seed: 3 })
  if (sample === undefined) throw new Error('no profile was made')
  const open = profileToWire({ ...sample, hidesIdentityCheck: false, canSendToOthers: false, lock: null })
  expect(open).toMatchObject({ kycswitch: 0, transferswitch: 1, lock: null })
  const closed = profileToWire({ ...sample, hidesIdentityCheck: true, canSendToOthers: true })
  expect(closed).toMatchObject({ kycswitch: 1, transferswitch: 2 })
  expect(
    activationStates.map((state) => profileToWire({ ...sample, activation: state }).activecodestatus),
  ).toEqual([...[1, 2, 3, 4]])
  const wallets = { ...sample.wallets, contract2: usdt('2'), experience: usdt('0.5') }
  expect(profileToWire({ ...sample, wallets })).toMatchObject({
    ...{ secondcontractwallet: '2', experiencefund: '0.5' },
  })
})

it('rejects an activation in a state that does not exist', () => {
  const [sample] = fc.sample(profile, { numRuns: 1, seed: 3 })
  if (sample === undefined) throw new Error('no profile was made')
  expect(() => profileFromWire({ ...profileToWire(sample), activecodestatus: 5 })).toThrow(RangeError)
})

it('reads what a customer changes, and nothing of what is left out', () => {
  const { request } = calls['/api/user/setUserinfo']
  const read = (body: object) => changeProfileFromWire(request.parse(body))
  expect(read({})).toEqual({ dialCode: '' })
  expect(read({ phone: '15550100', telcode: '49', verifycode: '123456' })).toEqual({
    ...{ phone: '15550100', dialCode: '49', code: '123456' },
  })
  expect(read({ email: 'a@b.example', username: 'Ann', userphoto: 0, letterword: '' })).toEqual({
    ...{ email: 'a@b.example', username: 'Ann', avatar: 0, letterWord: '', dialCode: '' },
  })
})

it('asks for another address, and returns as the command that it was', () => {
  const { request } = calls['/api/user/setUserinfo']
  const asked = (address: Parameters<typeof changeAddressToWire>[0]) =>
    changeProfileFromWire(request.parse(changeAddressToWire(address, '123456')))
  expect(asked({ email: 'a@b.example' })).toEqual({
    ...{ email: 'a@b.example', dialCode: '', code: '123456' },
  })
  expect(asked({ phone: '4915550100', dialCode: '49' })).toEqual({
    ...{ phone: '4915550100', dialCode: '49', code: '123456' },
  })
})

it('asks for a picture or a word, and returns as the command that it was', () => {
  const { request } = calls['/api/user/setUserinfo']
  for (const avatar of [0, 13])
    expect(changeProfileFromWire(request.parse(changeAvatarToWire(avatar)))).toEqual({
      ...{ avatar, dialCode: '' },
    })
  for (const word of ['', 'harbour 7'])
    expect(changeProfileFromWire(request.parse(changeLetterWordToWire(word)))).toEqual({
      ...{ letterWord: word, dialCode: '' },
    })
})

it('names the field of a refusal as the wire does', () => {
  expect((['email', 'phone', 'username', 'letterWord'] as const).map(profileFieldToWire)).toEqual([
    ...['email', 'phone', 'username', 'letterword'],
  ])
})
