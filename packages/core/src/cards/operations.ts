export { manufacture, type Manufacture, type Manufactured, type NewCard } from "./operations/manufacture.ts"
export { addToInventory, type AddToInventory, type CardForInventory, type TakenCards } from "./operations/add-to-inventory.ts"
export { change, type ChangeCard } from "./operations/change.ts"
