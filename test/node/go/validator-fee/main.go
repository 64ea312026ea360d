// Command validator-fee answers cases of the continuous fee of L1 validators with avalanchego's own arithmetic.
//
// Each line of its input is a case of eight numbers: capacity, target, minPrice, excessConversionConstant, current,
// excess, maxSeconds, funds. Each line of its output is the price at that excess and the seconds that the funds last.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/ava-labs/avalanchego/vms/components/gas"
	"github.com/ava-labs/avalanchego/vms/platformvm/validators/fee"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	for {
		var (
			config            fee.Config
			state             fee.State
			maxSeconds, funds uint64
		)
		_, err := fmt.Fscan(in,
			&config.Capacity, &config.Target, &config.MinPrice, &config.ExcessConversionConstant,
			&state.Current, &state.Excess, &maxSeconds, &funds,
		)
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		price := gas.CalculatePrice(config.MinPrice, state.Excess, config.ExcessConversionConstant)
		fmt.Fprintln(out, price, state.SecondsRemaining(config, maxSeconds, funds))
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
