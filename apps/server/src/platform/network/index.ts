export { assertPortFree } from './port.ts'
export {
  callerCountry,
  clientAddress,
  type IsTrustedProxy,
  isNetwork,
  networkMatcher,
  parseTrustedProxies,
} from './trustedProxies.ts'
