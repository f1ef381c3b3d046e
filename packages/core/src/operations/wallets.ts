export * from "../wallets/operations.ts"
export * from "../ledger/operations/key-rotation.ts"
export * from "../ledger/operations/transfers.ts"
export * from "../ledger/operations/wallet-transactions.ts"
