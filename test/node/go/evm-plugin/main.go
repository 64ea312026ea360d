// The subnet-EVM plugin without the released one's demand for 32768 open files, which many machines refuse.
package main

import (
	"context"
	"log"

	"github.com/ava-labs/avalanchego/graft/subnet-evm/plugin/evm"
	"github.com/ava-labs/avalanchego/vms/rpcchainvm"
)

func main() {
	evm.RegisterAllLibEVMExtras()
	if err := rpcchainvm.Serve(context.Background(), &evm.VM{}); err != nil {
		log.Fatal(err)
	}
}
