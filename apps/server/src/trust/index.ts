export { findUnfiledDay } from './store/days.ts'
