"""What flows: frozen values, no files, no clocks, nothing imported from the other stages."""
