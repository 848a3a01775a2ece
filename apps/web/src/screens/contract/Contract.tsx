import NotOpen from '../NotOpen.tsx'

/** Stands in until the contract page is here. */
export default NotOpen
