/** Common declarations for users who know no signatures (ERC-20, ERC-721, OpenZeppelin, WAVAX, Uniswap). */

export const wellKnownFunctions = [
	'balanceOf(address owner) returns (uint256)',
	'allowance(address owner, address spender) returns (uint256)',
	'decimals() returns (uint8)',
	'name() returns (string)',
	'owner() returns (address)',
	'ownerOf(uint256 tokenId) returns (address)',
	'symbol() returns (string)',
	'tokenURI(uint256 tokenId) returns (string)',
	'totalSupply() returns (uint256)',
	'transfer(address to, uint256 value) returns (bool)',
];

/** Events by value: label, description, and the signatures by which contracts declare them. */
export const wellKnownEvents: Record<
	string,
	[name: string, description: string, ...signatures: string[]]
> = {
	transfer: [
		'Transfer',
		'Tokens or an NFT are transferred',
		'Transfer(address indexed from, address indexed to, uint256 value)',
		'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
	],
	approval: [
		'Approval',
		'An owner lets another address spend tokens, or transfer one NFT',
		'Approval(address indexed owner, address indexed spender, uint256 value)',
		'Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
	],
	approvalForAll: [
		'Approval for All',
		'An owner lets another address transfer all NFTs, or no longer',
		'ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
	],
	wrapping: [
		'Deposit or Withdrawal (WAVAX)',
		'AVAX is wrapped or unwrapped',
		'Deposit(address indexed dst, uint256 wad)',
		'Withdrawal(address indexed src, uint256 wad)',
	],
	ownershipTransferred: [
		'Ownership Transferred',
		'A contract gets another owner',
		'OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
	],
	paused: [
		'Paused or Unpaused',
		'A contract stops, or works again',
		'Paused(address account)',
		'Unpaused(address account)',
	],
	roleChanged: [
		'Role Granted or Revoked',
		'An account gets or loses a role in a contract',
		'RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
		'RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
	],
	swap: [
		'Swap',
		'A trade in a pool of a decentralized exchange, such as Uniswap v2 or v3',
		'Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
		'Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
	],
	upgraded: [
		'Upgraded',
		'A proxy gets another implementation',
		'Upgraded(address indexed implementation)',
	],
};
